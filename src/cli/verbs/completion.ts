import { nearestName } from '../../files/nearestName.ts';
import { misused } from '../commandFailure.ts';
import { candidates } from '../completion/candidates.ts';
import { lookUpNames } from '../completion/lookUpNames.ts';
import {
  candidateLine,
  completionScripts,
  type CompletionShell,
  completionShells,
} from '../completion/scripts.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'print the completion script of a shell',
  operands: completionShells.join('|'),
  takes: [1, 1],
  rest: 'WORDS',
  flags: {},
  about:
    'Completes verbs, flags, and the tasks, leases, workers and repos of the workspace. Load it when the shell starts:\n' +
    '  bash  source <(signalbox completion bash)       in ~/.bashrc\n' +
    '  zsh   source <(signalbox completion zsh)        in ~/.zshrc, after compinit\n' +
    '  fish  signalbox completion fish | source        in ~/.config/fish/config.fish\n' +
    'Behind -- stand the words of a command line: answers what may stand in the place of the last one.',
  example: 'source <(signalbox completion bash)',
  run: async (call) => {
    const shell = shellOf(call.operands[0] ?? '');
    if (call.rest.length === 0) {
      const script = completionScripts[shell];
      return { value: { shell, script }, text: script };
    }
    const found = await candidates(call.catalogue, call.rest, lookUpNames(call.server('operator')));
    return { value: { candidates: found }, text: found.map(candidateLine[shell]).join('\n') };
  },
});

function shellOf(given: string): CompletionShell {
  const shell = completionShells.find((name) => name === given);
  if (shell !== undefined) return shell;
  const meant = nearestName(given, completionShells);
  const hint = meant === undefined ? '' : `Did you mean ${meant}? `;
  throw misused(
    `there is no completion for ${JSON.stringify(given)}`,
    `${hint}It is one of ${completionShells.join(', ')}.`,
  );
}
