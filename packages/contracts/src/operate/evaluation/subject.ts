import { z } from 'zod';
import { lookupId, requiredText, tenantQuery, text } from '../../kernel/shapes.ts';

/** The subject of a test: an app, or an agent or a crew. */
export const subjectFields = { ...tenantQuery, appId: lookupId.optional(), agentId: lookupId.optional() };

const namesOne = (input: object): boolean => {
  const { appId, agentId } = input as { appId?: string; agentId?: string };
  return (appId === undefined) !== (agentId === undefined);
};

/** Makes the shape of an input that names what is tested, once. */
export const ofSubject = <S extends typeof subjectFields>(shape: S) =>
  z.object(shape).refine(namesOne, { path: ['appId'], message: 'Please name an app or an agent' });

/** One of the two is null. */
export const subjectIds = { appId: z.string().nullable(), agentId: z.string().nullable() };

/** A call that an agent has to make, or must not make, to get an answer. */
export const ExpectedCall = z.object({
  /** The name of the tool as the model uses it. */
  tool: requiredText(64, 'Please choose a tool'),
  rule: z.enum(['CALLED', 'NOT_CALLED']).default('CALLED'),
  /** A text that the arguments contain, in upper or lower case; empty for any. */
  contains: text(500).default(''),
});
export type ExpectedCall = z.infer<typeof ExpectedCall>;

/** A call of a tool that an agent made. */
export const MadeCall = z.object({
  tool: z.string(),
  title: z.string(),
  /** The arguments as JSON, cut off where they are long. */
  input: z.string(),
  /** True when the call was noted and not made, because it would have changed something. */
  isNoted: z.boolean(),
});
export type MadeCall = z.infer<typeof MadeCall>;
