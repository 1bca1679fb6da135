import type { Subscription } from '@atelier/contracts/money/billing';

/** Below this many credits the balance counts as low (CREDIT-02). */
const lowCreditThreshold = 1000;

export interface NextStep {
  title: string;
  text: string;
  to: string;
  label: string;
}

const plans = '/pricing/overview/plan';

/** Returns the one step that is most useful now. */
export const nextStep = (subscription: Subscription): NextStep => {
  const { status, featureBalances, addOns, isTrialAvailable } = subscription;
  if (status === 'EXPIRED' || status === 'CANCELLED')
    return {
      title: 'Choose a plan to go on',
      text: 'Apps answer only by quoting until there is one.',
      to: plans,
      label: 'See the plans',
    };
  if (status === 'PAST_DUE')
    return {
      title: 'Pay the open invoice',
      text: 'Otherwise the plan expires and paid work stops.',
      to: '/pricing/history',
      label: 'Open the invoices',
    };
  if (featureBalances.credits + addOns.credits < lowCreditThreshold)
    return {
      title: 'Your credits are running low',
      text: 'A larger plan brings more each month; an add-on below helps at once.',
      to: plans,
      label: 'See the plans',
    };
  if (isTrialAvailable)
    return {
      title: 'Try Premium for 7 days',
      text: 'Free of charge, and it ends by itself.',
      to: plans,
      label: 'Start the free trial',
    };
  return {
    title: 'See where credits go',
    text: 'By day, person, app and model. Set a limit where one uses too much.',
    to: '/pricing/credit-usage',
    label: 'Open credit usage',
  };
};
