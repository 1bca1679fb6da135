import { Recent } from '../../../../kernel/cache/remembered.ts';
import { defineService } from '../../../../kernel/services/services.ts';

/** The number of searches of a knowledge base after which its oldest ones are deleted. Finding them reads the whole history. */
export const forgetsEvery = 25;
const mostBases = 5000;

/** Counts the searches of each knowledge base in this process since its oldest ones were deleted. */
export class Forgetting {
  readonly #since = new Recent<number>(mostBases);

  /** Counts a search. Returns true for the first one of a knowledge base in this process, and then for every 25th. */
  isDue(knowledgeBaseId: string): boolean {
    const since = ((this.#since.get(knowledgeBaseId) ?? forgetsEvery - 1) + 1) % forgetsEvery;
    this.#since.set(knowledgeBaseId, since);
    return since === 0;
  }
}

export const forgetting = defineService({ name: 'search.forgetting', create: () => new Forgetting() });
