/** What `meridian completion SHELL` prints: the shell asks `meridian __complete WORD…` for the words it offers. */

const BASH = `# Completion of meridian for bash. Into ~/.bashrc:  source <(meridian completion bash)
_meridian() {
  local current word line
  COMPREPLY=()
  # Words are divided at = and : as well; put the one under the cursor together again.
  line="\${COMP_LINE:0:COMP_POINT}"
  local -a words
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  current="\${words[-1]}"
  while IFS= read -r word; do
    [[ "$word" == *= ]] && compopt -o nospace 2> /dev/null
    # Bash replaces only what stands behind the last = or :
    case "$current" in
      *[=:]*) word="\${word:\${#current}}"; word="\${current##*[=:]}$word" ;;
    esac
    COMPREPLY+=("$word")
  done < <(meridian __complete "\${words[@]:1}" 2> /dev/null)
  # Files, where nothing is known.
  if ((\${#COMPREPLY[@]} == 0)); then compopt -o default 2> /dev/null; fi
}
complete -F _meridian meridian
`;

const ZSH = `#compdef meridian
# Completion of meridian for zsh. Into ~/.zshrc:  source <(meridian completion zsh)
_meridian() {
  local -a found open
  local word
  while IFS= read -r word; do
    if [[ "$word" == *= ]]; then open+=("$word"); else found+=("$word"); fi
  done < <(meridian __complete "\${words[@]:1:$((CURRENT - 1))}" 2> /dev/null)
  (( \${#found} )) && compadd -a found
  (( \${#open} )) && compadd -S '' -a open
  (( \${#found} + \${#open} )) || _files
}
if [[ "\${funcstack[1]}" == "_meridian" ]]; then _meridian "$@"; else compdef _meridian meridian; fi
`;

export const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH };
