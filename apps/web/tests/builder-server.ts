import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { TenantOfUser } from '@atelier/contracts/account/people/people';
import { ModelSettings } from '@atelier/contracts/assistants/apps/answering';
import { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import type { Subscription } from '@atelier/contracts/money/billing';
import type { AccountCompletion } from '@atelier/contracts/operate/onboarding/onboarding';
import { faultOf } from './check-reply.ts';
import { startLoopbackServer } from './loopback-server.ts';

// The document of a test has no fonts, but text areas wait until fonts have loaded.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

export const ada: SessionUser = {
  userId: 'usr_1',
  tenantId: 'ten_1',
  tenantName: 'Analytical Engines',
  companyName: 'Analytical Engines',
  adminTenantId: 'ten_1',
  privacyPolicy: true,
  termsAndConditions: true,
  userWalkthroughTutorials: { hasSeenKbGuide: false, hasSeenAppGuide: false, hasSeenAgentGuide: false },
  role: 'OWNER',
  name: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  email_verified: true,
  profilePicture: null,
  permissions: [...rolePermissions.OWNER],
};

/** The user's own tenant in the list of tenants to switch to. */
export const engines: TenantOfUser = {
  tenantId: 'ten_1',
  tenantName: 'Analytical Engines',
  companyName: 'Analytical Engines',
  firstName: 'Ada',
  profilePicture: null,
  email: 'ada@example.com',
  status: 'ACTIVE',
  role: 'OWNER',
  isOwn: true,
};

export const premium: Subscription = {
  featureBalances: { credits: 5000.7 },
  addOns: { credits: 20 },
  isInTrial: false,
  trialStartsAt: null,
  trialEndsAt: null,
  isTrialAvailable: false,
  planDetails: {
    planId: 'premium',
    planType: 'Premium',
    name: 'Premium',
    monthlyPrice: 4900,
    currency: 'USD',
    featureBalances: {
      credits: 50_000,
      members: null,
      knowledgeBases: null,
      apps: null,
      storageBytes: null,
      dailyStories: null,
    },
  },
  status: 'ACTIVE',
  periodStartsAt: '2026-03-01T00:00:00.000Z',
  periodEndsAt: '2026-04-01T00:00:00.000Z',
  cancelAtCycleEnd: false,
  graceEndsAt: null,
  spentThisPeriod: 0,
};

export const nothingDone: AccountCompletion = {
  isKnowledgeBaseExist: false,
  isAppExist: false,
  isAppTested: false,
  isGoldenQuestionExist: false,
  isBotPerformanceExist: false,
  app: null,
};

const orchestrations = [
  { orchestration: 'BASIC', missing: null, answerers: [] },
  {
    orchestration: 'ADVANCE',
    missing: 'No flow can answer yet.',
    answerers: [],
  },
  {
    orchestration: 'AGENT',
    missing: 'No agent can answer yet. Make one under Agents, and publish it.',
    answerers: [],
  },
  { orchestration: 'APP', missing: null, answerers: [] },
];

const automatic = {
  settings: {
    modelId: null,
    retrieval: RetrievalSettings.parse({ topK: 12 }),
    model: ModelSettings.parse({}),
  },
  choices: [{ setting: 'Chunks (top K)', value: '12', reason: 'Several knowledge bases share them.' }],
};

interface Reply {
  status?: number;
  /** Overrides the success that follows from the status. */
  success?: boolean;
  data?: unknown;
  code?: string;
  message?: string;
  details?: unknown;
}

const userIn = (data: unknown) => (data as { user: SessionUser }).user;

const emptyPage: Reply = { data: { items: [], nextCursor: null, total: 0 } };

const faults = new Set<string>();

const noteFault = (call: string, { status = 200, success = status === 200, data }: Reply): void => {
  const fault = success ? faultOf(call, data) : undefined;
  if (fault) faults.add(fault);
};

const replying: (() => Record<string, Reply>)[] = [];

/** Fails a test in which the server sends a reply that no contract allows, even if the page did not wait for that reply. */
export const expectRepliesOfContracts = (): void => {
  for (const replies of replying.splice(0))
    for (const [call, reply] of Object.entries(replies())) noteFault(call, reply);
  const found = [...faults];
  faults.clear();
  if (found.length > 0) throw new Error(found.join('\n'));
};

const started: { stop: () => Promise<void> }[] = [];

/** Stops every server that the tests of the file have started. */
export const stopBuilderServers = async (): Promise<void> => {
  await Promise.all(started.splice(0).map((server) => server.stop()));
};

/**
 * Starts the product's server as the shell sees it, on loopback: a session, and answers by `METHOD path`. Each test starts its own server,
 * so that a late call of an earlier test does not reach it.
 */
export const startBuilderServer = async () => {
  const server = await startLoopbackServer();
  started.push(server);
  const state: { user: SessionUser | null; replies: Record<string, Reply> } = { user: null, replies: {} };
  const standing = (): Record<string, Reply> => ({
    'GET /api/auth/session': { data: { user: state.user } },
    'POST /api/auth/sign-out': { data: { done: true, redirectTo: null } },
    'GET /api/auth/providers': { data: { providers: [], signUp: 'open' } },
    'GET /api/payment/subscription': { data: premium },
    'GET /api/tenant/tenants': { data: { tenants: [engines] } },
    'GET /api/content/account-completion': { data: nothingDone },
    'GET /api/content/quick-start': { data: { quickStart: null } },
    'GET /api/content/apps': emptyPage,
    'GET /api/crew/agents': emptyPage,
    'GET /api/content/app-orchestrations': { data: { orchestrations } },
    'GET /api/content/automatic-app-settings': { data: automatic },
    'GET /api/content/knowledge-bases': emptyPage,
  });
  replying.push(() => ({ ...standing(), ...state.replies }));
  /** Replies that do not use the envelope of the product, by `METHOD path`. */
  const answersRaw: Record<string, { status: number; body: unknown; type?: string }> = {};
  server.answerWith((request, response) => {
    const path = request.url.split('?')[0] ?? '';
    const raw = answersRaw[`${request.method} ${path}`];
    if (raw) {
      response.writeHead(raw.status, { 'content-type': raw.type ?? 'application/json' });
      const text = raw.type === undefined ? JSON.stringify(raw.body) : String(raw.body);
      response.end(raw.body instanceof Uint8Array ? raw.body : text);
      return;
    }
    const reply = { ...standing(), ...state.replies }[`${request.method} ${path}`] ?? {
      status: 404,
      code: 'x.y',
    };
    const status = reply.status ?? 200;
    noteFault(`${request.method} ${path}`, reply);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        success: reply.success ?? status === 200,
        responseCode: status,
        responseData: reply.data ?? null,
        code: reply.code,
        message: reply.message,
        details: reply.details,
        requestId: 'req_test',
      }),
    );
    if (path === '/api/auth/sign-out') state.user = null;
    if (path === '/api/tenant/switch-tenant' && status === 200) state.user = userIn(reply.data);
  });
  return { ...server, state, answersRaw };
};

export type BuilderServer = Awaited<ReturnType<typeof startBuilderServer>>;
