import { GrowingText } from '../../../../kernel/base/growing-text.ts';
import { defineService } from '../../../../kernel/services/services.ts';

/** The text that the model of a run is writing in one attempt of a turn. */
export interface Writing {
  turn: number;
  thinking: GrowingText;
  text: GrowingText;
}

/** TEXT: the model has written more; STEPS: the run may have another step. */
type Watcher = (news: 'TEXT' | 'STEPS') => void;

/** Has what the models of the runs in this process are writing, until it is recorded, and wakes those who watch. */
export class LiveRuns {
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #writing = new Map<string, Writing>();

  /** Begins an attempt of a turn. What an earlier attempt wrote is forgotten. */
  begin(runId: string, turn: number): void {
    this.#writing.set(runId, { turn, thinking: new GrowingText(), text: new GrowingText() });
    this.#wake(runId, 'STEPS');
  }

  tell(runId: string, kind: 'thinking' | 'text', piece: string): void {
    this.#writing.get(runId)?.[kind].add(piece);
    this.#wake(runId, 'TEXT');
  }

  /** Ends a turn, whose reply is recorded, or failed. */
  end(runId: string): void {
    this.#writing.delete(runId);
    this.#wake(runId, 'STEPS');
  }

  find(runId: string): Writing | undefined {
    return this.#writing.get(runId);
  }

  /** Returns the function that ends the watching. */
  watch(runId: string, watcher: Watcher): () => void {
    const group = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, group.add(watcher));
    return () => {
      group.delete(watcher);
      if (group.size === 0) this.#watchers.delete(runId);
    };
  }

  #wake(runId: string, news: 'TEXT' | 'STEPS'): void {
    for (const watcher of this.#watchers.get(runId) ?? []) watcher(news);
  }
}

export const liveRuns = defineService({ name: 'agents.live-runs', create: () => new LiveRuns() });
