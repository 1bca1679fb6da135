import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, Timestamp, tenantQuery, text } from '../kernel/shapes.ts';

/** A thing that the caller was given, or that is open to their company. */
export const SharedThing = z.object({
  entityId: z.string(),
  kind: z.string(),
  /** The kind in words: "knowledge base". */
  label: z.string(),
  name: z.string(),
  /** The address that opens it in the browser. */
  address: z.string(),
  /** The person who gave it to the caller; null for things that are open to the whole company. */
  sharedBy: z.string().nullable(),
  sharedAt: Timestamp.nullable(),
  /** The number of its decisions that wait for the caller, and the address of the oldest. */
  waiting: z.object({ count: z.number().int(), address: z.string() }).nullable(),
});
export type SharedThing = z.infer<typeof SharedThing>;

/** With `urgency`, things at which much waits for the caller come first, then what was shared last. */
export const SharedSort = z.enum(['urgency', 'name', 'sharedAt']);
export type SharedSort = z.infer<typeof SharedSort>;

/** MAY_ASK: it was not shared with the caller. ASKED: they have asked, and nobody has decided. HAS_ACCESS: they see it by now. */
export const AccessRequestState = z.enum(['MAY_ASK', 'ASKED', 'HAS_ACCESS']);

/** The facts about a thing for a member who may not see it: its kind, and whether they have asked. */
export const OwnAccessRequest = z.object({
  entityId: z.string(),
  kind: z.string(),
  label: z.string(),
  state: AccessRequestState,
});
export type OwnAccessRequest = z.infer<typeof OwnAccessRequest>;

/** A member who asks for access to a thing, as those who may give it see it. */
export const AccessRequest = z.object({
  entityId: z.string(),
  kind: z.string(),
  label: z.string(),
  name: z.string(),
  address: z.string(),
  userId: z.string(),
  userName: z.string(),
  email: z.string(),
  message: z.string(),
  askedAt: Timestamp,
});
export type AccessRequest = z.infer<typeof AccessRequest>;

export const NewAccessRequest = z.object({
  ...tenantQuery,
  /** The purpose for which the asker wants it; may be empty. */
  message: text(500).default(''),
});

const ofEntity = z.object({ entityId: lookupId });

/** Things that were shared with a member, and their requests for more. */
export const sharedThings = defineContract({
  name: 'shared-things',
  errors: {
    'access.nothing_to_ask_for': {
      kind: 'not_found',
      message: 'There is nothing here that you could ask for.',
    },
    'access.request_not_found': {
      kind: 'not_found',
      message: 'Nobody asks for this any more. Somebody else may have decided.',
    },
    'access.asked_often': {
      kind: 'limit',
      message: 'You have asked for many things already. Please wait until somebody has decided.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/tenant/shared-things',
      summary:
        'List what was shared with the caller, of every kind, unless sorted with what waits for them first',
      access: { signedIn: 'only things that the caller may see are listed' },
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        sort: SharedSort.default('urgency'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(SharedThing),
    },
    readRequest: {
      method: 'GET',
      path: '/api/tenant/access-requests/:entityId',
      summary: 'Read whether the caller may ask for access to a thing of their company, or has asked',
      access: { signedIn: 'every member may ask for what they do not see' },
      params: ofEntity,
      query: z.object(tenantQuery),
      reply: OwnAccessRequest,
    },
    ask: {
      method: 'POST',
      path: '/api/tenant/access-requests/:entityId',
      summary: 'Ask for access to a thing of the own company; whoever may give it gets a mail',
      access: { signedIn: 'every member may ask for what they do not see' },
      rate: 'auth',
      params: ofEntity,
      body: NewAccessRequest,
      reply: OwnAccessRequest,
    },
    listRequests: {
      method: 'GET',
      path: '/api/tenant/access-requests',
      summary: 'List the newest open requests for access, to one thing or to all',
      access: { allow: 'entities:all' },
      query: z.object({ ...tenantQuery, entityId: lookupId.optional() }),
      reply: z.object({ items: z.array(AccessRequest) }),
    },
    decline: {
      method: 'DELETE',
      path: '/api/tenant/access-requests/:entityId',
      summary: 'Decline the request of a member. Giving access grants it',
      access: { allow: 'entities:all' },
      params: ofEntity,
      query: z.object({ ...tenantQuery, userId: lookupId }),
      reply: Done,
    },
  },
});
