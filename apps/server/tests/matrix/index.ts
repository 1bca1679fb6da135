import type { contracts } from '@atelier/contracts';
import { accessMatrix } from './access.ts';
import { accountMatrix } from './account.ts';
import { adminMatrix } from './admin.ts';
import { appsMatrix } from './apps.ts';
import { auditMatrix } from './audit.ts';
import { authMatrix } from './auth.ts';
import { billingMatrix } from './billing.ts';
import { chatMatrix } from './chat.ts';
import { knowledgeMatrix } from './knowledge.ts';
import type { Matrix } from './matrix.ts';
import { modelsMatrix } from './models.ts';
import { onboardingMatrix } from './onboarding.ts';
import { openaiMatrix } from './openai.ts';
import { openidMatrix } from './openid.ts';
import { passkeysMatrix } from './passkeys.ts';
import { passwordsMatrix } from './passwords.ts';
import { paymentsMatrix } from './payments.ts';
import { peopleMatrix } from './people.ts';
import { storageMatrix } from './storage.ts';
import { supportMatrix } from './support.ts';
import { waitlistMatrix } from './waitlist.ts';

/** The matrix of every contract; a contract without one does not compile. */
export const matrices = {
  auth: authMatrix,
  passwords: passwordsMatrix,
  account: accountMatrix,
  openid: openidMatrix,
  passkeys: passkeysMatrix,
  waitlist: waitlistMatrix,
  billing: billingMatrix,
  payments: paymentsMatrix,
  people: peopleMatrix,
  access: accessMatrix,
  audit: auditMatrix,
  support: supportMatrix,
  admin: adminMatrix,
  models: modelsMatrix,
  knowledge: knowledgeMatrix,
  apps: appsMatrix,
  chat: chatMatrix,
  openai: openaiMatrix,
  storage: storageMatrix,
  onboarding: onboardingMatrix,
} satisfies Record<keyof typeof contracts, Matrix>;
