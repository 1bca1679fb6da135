import type { ErrorDeclaration } from '../../kernel/contract.ts';

export const appUserErrors = {
  'app_users.app_not_found': {
    kind: 'not_found',
    message: 'This app does not exist any more. Please ask whoever gave you the link.',
  },
  'app_users.invitation_invalid': {
    kind: 'invalid',
    message: 'This invitation was used, replaced or taken back, or it has expired. Please ask for a new one.',
  },
  'app_users.account_exists': {
    kind: 'conflict',
    message: 'You have an account with this company already. Please sign in to accept the invitation.',
  },
  'app_users.bad_credentials': {
    kind: 'unauthenticated',
    message: 'The email or the password is not right.',
  },
  'app_users.address_not_invited': {
    kind: 'forbidden',
    message:
      'The email address of this account was not invited to the app. Please use the account with the address to which the invitation was sent.',
  },
  'app_users.address_not_vouched': {
    kind: 'forbidden',
    message:
      'The sign-in service does not confirm that this email address is yours. Please open the link of the invitation and choose a password.',
  },
  'app_users.confirm_first': {
    kind: 'conflict',
    message:
      'An account with this email address exists, but the address was never confirmed. Please choose a new password with "Forgot your password?" first.',
  },
  'app_users.link_expired': {
    kind: 'invalid',
    message: 'This link has expired or was used already. Please ask for a new one.',
  },
  'app_users.full': {
    kind: 'limit',
    message: 'This app has the most invited people that are allowed. Please revoke some first.',
  },
  'app_users.access_not_found': {
    kind: 'not_found',
    message: 'This person has no access to the app any more. Please reload the page.',
  },
  'app_users.link_mailed': {
    kind: 'precondition',
    message: 'The link of this invitation is sent by mail only.',
  },
  'app_users.not_invited': {
    kind: 'conflict',
    message: 'This person has accepted the invitation already, so it has no link any more.',
  },
  'app_users.ends_in_past': {
    kind: 'invalid',
    message: 'The day on which access ends has passed already. Please choose a later one.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
