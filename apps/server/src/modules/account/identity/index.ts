export { createAuthenticate } from './authenticate.ts';

export type { ProviderAnswer } from './openid/client.ts';

export { providerSignIn } from './openid/provider-sign-in.ts';

export type { Callback } from './openid/service/redeem-callback.ts';

export { hashPassword, passwordCheck } from './passwords.ts';

export { userDirectory } from './repository/user-directory.ts';

export { sessionCookies } from './request/cookies.ts';

export { tries } from './service/checks/limit-tries.ts';

export { recordGuide } from './service/record-guide.ts';

export { type Caller, openSession, readSessionUser } from './service/sessions/open-session.ts';

export { toCaller } from './to-caller.ts';

export type { WaitlistRow } from './waitlist/repository.ts';

export { admitFromWaitlist, declineFromWaitlist, listWaitlist } from './waitlist/service/answer-waitlist.ts';
