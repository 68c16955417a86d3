import { exitCodes } from '../../protocol/exitCodes.ts';
import { defineVerb } from '../verb.ts';

/** For an agent that has never seen Signalbox: short enough to be read whole, with every command it needs. */
const guide = `Signalbox gives each task to exactly one worker under a lease. You are a worker: this is how one works.

1. Take work
     signalbox next --wait 60s        exit ${exitCodes.nothingToDo}: nothing to do now, ask again later
   It prints the prompt of your lease: task, repo, and where to begin. Work on nothing else, and only in that repo.
   If a prompt was put before you ("Signalbox lease ..."), take that one: signalbox ack --lease ID
   Your worker is named after the repo unless you say --worker NAME or have SIGNALBOX_WORKER.
   Lease and epoch are kept for you in this terminal; you need not carry them from call to call. (Elsewhere: --lease ID,
   SIGNALBOX_WORKER and SIGNALBOX_EPOCH in the environment.)
   To watch what everybody does: signalbox watch

2. After each turn, before you go on
     signalbox turn
   It renews the lease and prints the decisions that a person has made for you. Do what they say, then report them:
     signalbox turn --shown ID
   Obey the verdict that it prints: continue, prepare_handoff (bring the work into a state to hand over),
   rotate_now (checkpoint now), refuse (stop, change nothing more).
   In a long step without a turn: signalbox renew, before the time runs out that ack and next print.

3. When only a person can decide
     signalbox ask "Which of the two?" --option left --option right
   Then end your turn. The answer comes with a later turn; nobody but a person gives it. Never guess instead.

4. End it, in one of four ways
     signalbox complete --summary "What was done"
     signalbox checkpoint --summary "What is done" --next-action "What is to do"
                                       hand over: a fresh session goes on from it
     signalbox fail "Why"              it can't be done; with --retryable another may try
     signalbox release                 give it back undone
   Commit your changes first: what lies uncommitted holds up who comes after you.

5. To go on with work of another session
     signalbox prompt                  your lease's prompt again
     signalbox history --lease ID      everything that happened, checkpoints and decisions in full

Exit codes to act on
   ${exitCodes.conflict} conflict, ${exitCodes.expired} expired   you do not hold the lease (any more): stop, change nothing more, take work anew
   ${exitCodes.gated} gated or stopped     a person has stopped the task: stop at once
   ${exitCodes.nothingToDo} nothing to do        wait, or end
   ${exitCodes.noCoordinator} no coordinator       work on nothing; a person opens the folder in VS Code or runs signalbox serve
   ${exitCodes.storage} storage             it is not known whether it was done: call again the same way
Every refusal is two lines on stderr: what is wrong, and what to do next. --json gives one JSON document.
`;

export const verb = defineVerb({
  summary: 'teach an agent the life of a lease',
  operands: '',
  takes: [0, 0],
  flags: {},
  about: 'One page, made to be read by a coding agent; put "run `signalbox guide`" into its instructions.',
  example: 'signalbox guide',
  run: async () => ({ value: { guide }, text: guide }),
});
