import type { Ctx } from '../../src/kernel/context/context.ts';
import { embedTextsUnpaid } from '../../src/modules/content/models/index.ts';

/** Embeds texts and charges the call at once. */
export const embedAndPay = async (ctx: Ctx, order: Parameters<typeof embedTextsUnpaid>[1]) => {
  const { vectors, charge } = await embedTextsUnpaid(ctx, order);
  await charge(ctx);
  return { vectors };
};
