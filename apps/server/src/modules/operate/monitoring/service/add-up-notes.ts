import type { Services } from '../../../../kernel/services/services.ts';

const atOnce = 20_000;

/** Adds the notes of all companies to the figures of their hours. Returns the number of notes. */
export const addUpNotes = async ({ identityPool }: Services): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await identityPool.query<{ added: number }>('select atelier.add_up_notes($1) as added', [
      atOnce,
    ]);
    const added = rows[0]?.added ?? 0;
    total += added;
    if (added < atOnce) return total;
  }
};
