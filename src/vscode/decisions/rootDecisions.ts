import path from 'node:path';
import type { DecisionView, LeaseView, QuestionView } from '../../protocol/views.ts';
import type { OpenRoot } from '../roots.ts';

/** What a root's books say of questions and decisions. */
export interface RootDecisions {
  /** The root's name where the window has several; null: there is only one, which needs none. */
  readonly name: string | null;
  readonly questions: ReadonlyMap<string, QuestionView>;
  readonly decisions: ReadonlyMap<string, DecisionView>;
  readonly leases: ReadonlyMap<string, LeaseView>;
}

/** A question with the root whose coordinator has it. */
export interface AskedIn {
  readonly question: QuestionView;
  readonly root: OpenRoot;
}

export const rootName = ({ path: folder }: OpenRoot, all: readonly OpenRoot[]): string | null =>
  all.length > 1 ? path.basename(folder) : null;

/** Only of roots whose coordinator answers: what may be wrong by now is not shown. */
export const rootDecisions = (all: readonly OpenRoot[]): RootDecisions[] =>
  all.flatMap((root) => {
    const { books } = root.client;
    if (books === null) return [];
    const { questions, decisions } = books.decisions;
    return [{ name: rootName(root, all), questions, decisions, leases: books.leases.leases }];
  });

/** Questions that wait for a person, the one that waits longest first. */
export const waitingIn = (all: readonly OpenRoot[]): AskedIn[] =>
  all
    .flatMap((root) => {
      const questions = [...(root.client.books?.decisions.questions.values() ?? [])];
      return questions.filter(({ state }) => state === 'open').map((question) => ({ question, root }));
    })
    .sort((a, b) => a.question.asked_at - b.question.asked_at);

/** A question in any state; undefined: nobody has it, or its coordinator is away. */
export function findQuestion(all: readonly OpenRoot[], id: string): AskedIn | undefined {
  for (const root of all) {
    const question = root.client.books?.decisions.questions.get(id);
    if (question !== undefined) return { question, root };
  }
  return undefined;
}
