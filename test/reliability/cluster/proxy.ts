/** nginx before the replicas, and between each replica and the nodes of the database; its settings stand in docs/scaling.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from '../support/child.js';
import { Client } from '../support/http.js';
import { NGINX, NGINX_STREAM } from '../support/tools.js';
import { until } from '../support/waiting.js';

/** Who listens where. `ways[i]`: the port at which replica i finds the database, its own node first. */
export interface Ports {
  http: number;
  /** Where writes take their second step. */
  once: number;
  ways: number[];
  replicas: number[];
  nodes: number[];
}

const server = (port: number, more = ''): string => `server 127.0.0.1:${port}${more};`;

/** The way of one replica to the database: its own node, and the others while that one does not answer. */
const way = ({ ways, nodes }: Ports, at: number): string => `
  upstream database_${at} {
    ${nodes.map((port, node) => server(port, ` max_fails=1 fail_timeout=2s${node === at ? '' : ' backup'}`)).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${ways[at]};
    proxy_pass database_${at};
    proxy_connect_timeout 1s;
    proxy_timeout 1h;
  }`;

const settings = (folder: string, ports: Ports): string => `
load_module ${NGINX_STREAM.path};
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 8192; }
stream {${ports.ways.map((_, at) => way(ports, at)).join('')}
}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  map $request_method $next { default meridian; POST once; PUT once; PATCH once; DELETE once; }
  map $request_method $sent_as { default $request_method; PUT POST; PATCH POST; DELETE POST; }
  map $request_method $meant { default ""; POST POST; PUT PUT; PATCH PATCH; DELETE DELETE; }
  map "$request_method $upstream_connect_time" $untaken { volatile; default ""; "~^(GET|HEAD) (.*[ ,:])?-$" yes; }
  upstream once { ${server(ports.once)} }
  upstream meridian {
    ${ports.replicas.map((port) => server(port, ' max_fails=1 fail_timeout=2s')).join('\n    ')}
    keepalive 64;
  }
  client_max_body_size 72m;
  proxy_http_version 1.1;
  proxy_connect_timeout 1s;
  proxy_read_timeout 300s;
  proxy_buffering off;
  proxy_next_upstream http_503;
  proxy_next_upstream_tries 3;
  proxy_next_upstream_timeout 10s;
  server {
    listen 127.0.0.1:${ports.http} backlog=4096;
    recursive_error_pages on;
    proxy_set_header X-Meant $meant;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Host $host;
    location / {
      proxy_method $sent_as;
      proxy_pass http://$next;
      error_page 502 504 = @second;
    }
    location @second {
      if ($untaken = "") { return 502; }
      proxy_pass http://meridian;
      error_page 502 504 = @third;
    }
    location @third {
      if ($untaken = "") { return 502; }
      proxy_pass http://meridian;
    }
  }
  server {
    listen 127.0.0.1:${ports.once} backlog=4096;
    proxy_request_buffering off;
    proxy_next_upstream error timeout;
    location / {
      proxy_method $http_x_meant;
      proxy_pass http://meridian;
      proxy_set_header X-Meant "";
      proxy_set_header Connection "";
      proxy_set_header Host $host;
    }
  }
}
`;

export class Proxy extends Child {
  readonly url: string;

  /** `folder`: its own; made if it is not there. */
  constructor(folder: string, ports: Ports) {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, settings(folder, ports));
    super({ program: NGINX.path, args: ['-c', file, '-p', folder], log: join(folder, 'output.log') });
    this.url = `http://127.0.0.1:${ports.http}`;
  }

  async up(): Promise<void> {
    this.start();
    const probe = new Client(this.url);
    await until('nginx answers', 10_000, async () => {
      if (!this.running) throw new Error(this.output);
      return Boolean(await probe.send('GET', '/health/live', { token: null }));
    });
  }
}
