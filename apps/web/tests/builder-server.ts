import type { SessionUser } from '@atelier/contracts/auth';
import { startLoopbackServer } from './loopback-server.ts';

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
  permissions: ['apps:read', 'apps:write', 'knowledge:read', 'knowledge:write'],
};

interface Reply {
  status?: number;
  data?: unknown;
  code?: string;
  message?: string;
}

const emptyPage: Reply = { data: { items: [], nextCursor: null, total: 0 } };

/** The product's server as the shell sees it, on loopback: a session, and answers by `METHOD path`. */
export const startBuilderServer = async () => {
  const server = await startLoopbackServer();
  const state: { user: SessionUser | null; replies: Record<string, Reply> } = { user: null, replies: {} };
  const standing = (): Record<string, Reply> => ({
    'GET /api/auth/session': { data: { user: state.user } },
    'POST /api/auth/sign-out': { data: { done: true } },
    'GET /api/payment/subscription': {
      data: { featureBalances: { credits: 5000.7 }, addOns: { credits: 20 } },
    },
    'GET /api/content/apps': emptyPage,
    'GET /api/content/knowledge-bases': emptyPage,
  });
  server.answerWith((request, response) => {
    const path = request.url.split('?')[0] ?? '';
    const reply = { ...standing(), ...state.replies }[`${request.method} ${path}`] ?? {
      status: 404,
      code: 'x.y',
    };
    const status = reply.status ?? 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        success: status === 200,
        responseCode: status,
        responseData: reply.data ?? null,
        code: reply.code,
        message: reply.message,
        requestId: 'req_test',
      }),
    );
    if (path === '/api/auth/sign-out') state.user = null;
  });
  return { ...server, state };
};

export type BuilderServer = Awaited<ReturnType<typeof startBuilderServer>>;
