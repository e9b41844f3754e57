#!/bin/sh
# nginx with its module for streams: what is given by -g comes after it.
directives='load_module /usr/lib/nginx/modules/ngx_stream_module.so;'
if [ "$1" = -g ]; then directives="$directives $2"; shift 2; fi
exec /usr/sbin/nginx -g "$directives" "$@"
