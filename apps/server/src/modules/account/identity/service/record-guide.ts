import type { WalkthroughTutorials } from '@atelier/contracts/account/identity/auth';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { presentGuides } from '../present.ts';
import { guideRepository } from '../repository/guide-repository.ts';
import type { Guide } from '../tables.ts';

/** Records that a user has seen a guided tour, or wants to see it again. Returns undefined when there is no such user. */
export const recordGuide = async (
  tx: TxCtx,
  userId: string,
  { guide, seen }: { guide: Guide; seen: boolean },
): Promise<WalkthroughTutorials | undefined> => {
  const guides = await guideRepository.set(tx.db, userId, guide, seen);
  return guides && presentGuides(guides);
};
