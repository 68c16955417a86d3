import type { Candidate } from './candidates.ts';

export const completionShells = ['bash', 'zsh', 'fish'] as const;
export type CompletionShell = (typeof completionShells)[number];

// Each asks `signalbox completion SHELL -- WORDS` at every Tab: no list in them that could grow old.
const bash = `# bash completion for signalbox: source <(signalbox completion bash)
_signalbox() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(signalbox completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _signalbox signalbox
`;

const zsh = `#compdef signalbox
# zsh completion for signalbox: source <(signalbox completion zsh), after compinit
_signalbox() {
  local -a found
  found=("\${(@f)$(signalbox completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[*]}" ]]; then
    _describe signalbox found
  else
    _files
  fi
}
compdef _signalbox signalbox
`;

const fish = `# fish completion for signalbox: signalbox completion fish | source
function __signalbox_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found (signalbox completion fish -- $words[2..-1] "$current" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c signalbox -f -a '(__signalbox_complete)'
`;

export const completionScripts: Readonly<Record<CompletionShell, string>> = { bash, zsh, fish };

/** One line that is no more than a line, whatever a title holds. */
const words = (text: string): string => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();

/** A candidate as the shell's script reads it. bash shows no words beside a candidate. */
export const candidateLine: Readonly<Record<CompletionShell, (candidate: Candidate) => string>> = {
  bash: ({ value }) => value,
  zsh: ({ value, about }) => `${value.replaceAll(/[\\:]/g, '\\$&')}:${words(about)}`,
  fish: ({ value, about }) => (about === '' ? value : `${value}\t${words(about)}`),
};
