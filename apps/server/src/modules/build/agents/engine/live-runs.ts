import { defineService } from '../../../../kernel/services/services.ts';

/** What a run in this process is just writing. */
export type LiveText = { type: 'text' | 'thinking'; text: string };

/** Passes what a model writes on to those who watch the run in this process. */
export class LiveRuns {
  readonly #watchers = new Map<string, Set<(text: LiveText) => void>>();

  tell(runId: string, text: LiveText): void {
    for (const watcher of this.#watchers.get(runId) ?? []) watcher(text);
  }

  /** Returns the function that ends the watching. */
  watch(runId: string, watcher: (text: LiveText) => void): () => void {
    const group = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, group.add(watcher));
    return () => {
      group.delete(watcher);
      if (group.size === 0) this.#watchers.delete(runId);
    };
  }
}

export const liveRuns = defineService({ name: 'agents.live-runs', create: () => new LiveRuns() });
