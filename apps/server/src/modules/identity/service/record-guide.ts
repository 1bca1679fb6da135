import type { WalkthroughTutorials } from '@atelier/contracts';
import type { TxCtx } from '../../../kernel/context.ts';
import { guideRepository } from '../guide-repository.ts';
import { presentGuides } from '../present.ts';
import type { Guide } from '../tables.ts';

/** Records that a user has seen a guided tour, or wants to see it anew. Undefined when there is no such user. */
export const recordGuide = async (
  tx: TxCtx,
  userId: string,
  { guide, seen }: { guide: Guide; seen: boolean },
): Promise<WalkthroughTutorials | undefined> => {
  const guides = await guideRepository.set(tx.db, userId, guide, seen);
  return guides && presentGuides(guides);
};
