import { z } from 'zod';

/**
 * The revision of a thing that people edit in a form: another number whenever somebody has saved other settings. It is compared for
 * equality only.
 */
export const Revision = z.int();

/**
 * In the body of a change: the revision that was edited. With it, the changes of somebody else are not overwritten. Without it, the
 * change is made whatever somebody else has saved.
 */
export const edited = { revision: Revision.optional() };

/** The person who has changed something meanwhile, in the details of the refusal. */
export const Meanwhile = z.object({
  /** The present revision. A change that names it is made. */
  revision: Revision,
  /** The name of who saved it last; null when it is not known. */
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime().nullable(),
  /** True when the caller has saved it, for instance in another window. */
  byCaller: z.boolean(),
  /** The thing as it is now. */
  newest: z.unknown(),
});
export type Meanwhile = z.infer<typeof Meanwhile>;

/** The refusal of a change that began with an older revision. Its details are a `Meanwhile`. `thing` is, for instance, `this app`. */
export const changedMeanwhile = (thing: string) =>
  ({
    kind: 'conflict',
    message: `${thing.charAt(0).toUpperCase()}${thing.slice(1)} was changed since you opened it. Please load it again before you save.`,
  }) as const;

const ending = 'changed_meanwhile';

/** True when a code says that somebody has changed the thing meanwhile. */
export const isChangedMeanwhile = (code: string | undefined): boolean => code?.endsWith(ending) ?? false;
