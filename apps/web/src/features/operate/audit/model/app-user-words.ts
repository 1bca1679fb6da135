/** The words of actions of people from outside, who are invited to one app. */
export const appUserWords: Record<string, { label: string; phrase: string }> = {
  'app_users.invited': {
    label: 'Invited from outside',
    phrase: 'invited {email} to {} from outside the company',
  },
  'app_users.invitation_accepted': {
    label: 'Invitation to an app accepted',
    phrase: 'accepted the invitation to {}',
  },
  'app_users.link_shown': {
    label: 'Link of an app invitation shown',
    phrase: 'looked at the link that invites {email} to {}',
  },
  'app_users.access_requested': { label: 'Asked for access to an app', phrase: 'asked for access to {}' },
  'app_users.revoked': {
    label: 'Access from outside revoked',
    phrase: 'revoked the access of {email} to {}',
  },
  'app_users.signed_up': { label: 'Signed up to an app', phrase: 'signed up to chat with an app' },
  'app_users.signed_in': { label: 'Signed in to an app', phrase: 'signed in to chat with an app' },
  'app_users.account_linked': { label: 'App sign-in linked', phrase: 'linked the sign-in with {provider}' },
  'app_users.signed_out': { label: 'Signed out of an app', phrase: 'signed out' },
  'app_users.mail_sent': {
    label: 'Mail to an app user requested',
    phrase: 'asked for a mail to confirm the email or to reset the password',
  },
  'app_users.verified': { label: 'Email of an app user verified', phrase: 'verified the email' },
  'app_users.password_reset': { label: 'Password of an app user reset', phrase: 'reset the password' },
};
