import { z } from 'zod';

/** The most bytes of a file that a visitor attaches, and the most characters of its text. */
export const attachedFile = { maxBytes: 10 * 1024 * 1024, maxCharacters: 2_000_000 };

/** A file that the asker of a question attached to their conversation. */
export const AttachedFile = z.object({ fileId: z.string(), name: z.string() });
export type AttachedFile = z.infer<typeof AttachedFile>;

/** The files that visitors may attach to a question; null where the app takes none. */
export const TakenFiles = z
  .object({
    endings: z.array(z.string()),
    maxBytes: z.number().int(),
    /** True where answers come from the file alone; a flow or an agent may use other sources beside it. */
    answersAlone: z.boolean(),
  })
  .nullable();
