import type { EventView, ScopeView } from '../protocol/views.ts';
import { Book } from './book.ts';

const aboutScopes = new Set([
  'ScopePaused',
  'ScopeResumed',
  'ScopeTaken',
  'ScopeReleased',
  'ScopeDraining',
  'ScopeDrained',
  'CoordinatorStarted',
]);

/** The repos as one coordinator has them: whether each is paused, and who took it. They are few, so all are read anew. */
export class ScopeBook extends Book {
  private known: readonly ScopeView[] = [];

  get scopes(): readonly ScopeView[] {
    return this.known;
  }

  protected mark({ type }: EventView): void {
    if (aboutScopes.has(type)) this.markAllStale();
  }

  protected async show(): Promise<void> {
    await this.list();
  }

  protected async list(): Promise<number> {
    const { scopes, position } = await this.call('scope.list', {});
    this.known = scopes;
    return position;
  }
}
