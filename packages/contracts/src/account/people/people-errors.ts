import type { ErrorDeclaration } from '../../kernel/contract.ts';

/** Errors of the endpoints for users, tenants and invitations. */
export const peopleErrors = {
  'people.tenant_not_found': {
    kind: 'not_found',
    message: 'This company does not exist, or you do not belong to it. Please choose another one.',
  },
  'people.tenant_disabled': {
    kind: 'forbidden',
    message: 'This company is disabled, so it cannot be opened. Please ask its owner or support.',
  },
  'people.session_needed': {
    kind: 'forbidden',
    message: 'An API key belongs to one user in one company. Please sign in to do this.',
  },
  'people.member_not_found': {
    kind: 'not_found',
    message: 'This person does not belong to your company.',
  },
  'people.own_membership': {
    kind: 'conflict',
    message: 'You cannot change your own role or remove yourself. Another admin can, or leave the company.',
  },
  'people.owner_stays': {
    kind: 'conflict',
    message: 'The owner keeps this role until the ownership is transferred under Settings, Company.',
  },
  'people.owner_cannot_leave': {
    kind: 'conflict',
    message: 'The owner cannot leave the company. Transfer the ownership first, or delete the company.',
  },
  'people.already_member': {
    kind: 'conflict',
    message: 'Somebody with this email belongs to your company already.',
  },
  'people.already_invited': {
    kind: 'conflict',
    message: 'This email has an open invitation already. You can send it again from the list of users.',
  },
  'people.address_invited_often': {
    kind: 'limit',
    message:
      'This email has received the most invitations that are allowed in a day. Please try again tomorrow, or contact the person in another way.',
  },
  'people.invited_often': {
    kind: 'limit',
    message:
      'Your company has sent the most invitations that are allowed in a day. Please continue tomorrow.',
  },
  'people.invitations_full': {
    kind: 'limit',
    message:
      'Your company has the most open invitations that are allowed. Revoke some, or wait until they are accepted.',
  },
  'people.invitation_not_found': {
    kind: 'not_found',
    message: 'This invitation does not exist or was replaced by a newer one. Please use the latest mail.',
  },
  'people.link_mailed': {
    kind: 'precondition',
    message: 'The link was mailed only to the invited address. You can send it again.',
  },
  'people.invitation_closed': {
    kind: 'conflict',
    message: 'This invitation was used, revoked or has expired. Please ask for a new one.',
  },
  'people.sign_in_first': {
    kind: 'conflict',
    message: 'This email has an account already. Please sign in with it to accept the invitation.',
  },
  'people.invitation_for_other': {
    kind: 'conflict',
    message: 'This invitation is for another email. Please sign out and open the link again.',
  },
  'people.account_needed': {
    kind: 'invalid',
    message: 'Please enter your name and choose a password to accept the invitation.',
  },
  'people.name_mismatch': {
    kind: 'invalid',
    message: 'This is not the name of the company. Please type it exactly as it is written.',
  },
  'people.asking_not_needed': {
    kind: 'forbidden',
    message:
      'Only members with the role Operator can ask for more access here. An owner or admin can change your role under Users.',
  },
} as const satisfies Record<string, ErrorDeclaration>;
