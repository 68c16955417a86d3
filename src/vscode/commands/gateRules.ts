import type { LeaseView } from '../../protocol/views.ts';
import type { Params } from '../../protocol/methods.ts';
import type { L10n } from '../l10n.ts';
import type { Confirmation } from './leaseTexts.ts';

/** How a gate is cleared: its title's by a command, a task's of the workspace by a change of the task, others elsewhere. */
export type GateWay =
  | { readonly kind: 'clear' }
  | { readonly kind: 'update'; readonly change: Partial<Params<'task.update'>> }
  | { readonly kind: 'elsewhere' };

const changes: Readonly<Record<string, Partial<Params<'task.update'>>>> = {
  needs_human: { needs_human: false },
  intervention_note: { intervention_note: '' },
  blocking_reason: { blocking_reason: '' },
};

/** The way of the gate that stopped a lease (C15). Only tasks of the workspace are changed here. */
export function gateWay({ gate, task_id }: Pick<LeaseView, 'gate' | 'task_id'>): GateWay {
  if (gate === 'secret_title') return { kind: 'clear' };
  const change = gate === null ? undefined : changes[gate];
  if (change === undefined || !task_id.startsWith('workspace/')) return { kind: 'elsewhere' };
  return { kind: 'update', change };
}

export function confirmGate(l10n: L10n, { title, gate }: Pick<LeaseView, 'title' | 'gate'>): Confirmation {
  return {
    message: l10n.t('Clear the gate of "{0}"?', title),
    detail:
      gate === 'secret_title'
        ? l10n.t(
            'The title asks for a secret. Once cleared, a worker may be given the task; it holds for this task only.',
          )
        : l10n.t(
            'The gate {0} is taken off the task. Once no gate is left, a worker may be given it.',
            gate ?? '',
          ),
    button: l10n.t('Clear Gate'),
  };
}

/** Why a gate is not cleared here, and where it is. */
export function elsewhereText(
  l10n: L10n,
  { gate, task_id }: Pick<LeaseView, 'gate' | 'task_id'>,
): [string, string] {
  const source = task_id.slice(0, task_id.indexOf('/'));
  const message = l10n.t('the gate {0} can not be cleared here', gate ?? '');
  if (gate !== 'action_class') return [message, l10n.t('Clear it where the task comes from: {0}.', source)];
  return [
    message,
    l10n.t(
      'Take the action class off the task ({0}), or allow it in the configuration if it may be allowed.',
      source,
    ),
  ];
}
