/** What an action is called in the filter, and how it reads behind a name. `{}` is what it was done to. */
interface Words {
  label: string;
  phrase: string;
}

/** Parts of the product, in the order of the filter; the key is what the words of their actions begin with. */
export const areas: Record<string, string> = {
  identity: 'Signing in and accounts',
  account: 'Own account',
  tenancy: 'Company',
  people: 'Users and invitations',
  access: 'Access',
  apps: 'Apps',
  knowledge: 'Knowledge',
  models: 'Models',
  billing: 'Billing',
  payments: 'Payments',
  storage: 'Storage',
  onboarding: 'First steps',
  support: 'Support',
  audit: 'Audit log',
};

export const actions: Record<string, Words> = {
  'identity.signed_up': { label: 'Signed up', phrase: 'signed up' },
  'identity.signed_in': { label: 'Signed in', phrase: 'signed in' },
  'identity.signed_out': { label: 'Signed out', phrase: 'signed out' },
  'identity.session_ended': { label: 'Session ended', phrase: 'ended a session' },
  'identity.other_sessions_ended': { label: 'Other sessions ended', phrase: 'ended all other sessions' },
  'identity.verification_requested': {
    label: 'Verification mail requested',
    phrase: 'asked for a mail to verify the email',
  },
  'identity.email_verified': { label: 'Email verified', phrase: 'verified the email' },
  'identity.password_changed': { label: 'Password changed', phrase: 'changed the password' },
  'identity.password_mail_sent': {
    label: 'Password mail sent',
    phrase: 'asked for a mail to reset the password',
  },
  'identity.password_reset': { label: 'Password reset', phrase: 'reset the password' },
  'identity.second_factor_proposed': {
    label: 'Second factor begun',
    phrase: 'began to set up a second factor',
  },
  'identity.second_factor_on': { label: 'Second factor turned on', phrase: 'turned the second factor on' },
  'identity.second_factor_off': { label: 'Second factor turned off', phrase: 'turned the second factor off' },
  'identity.recovery_codes_renewed': {
    label: 'Recovery codes renewed',
    phrase: 'renewed the recovery codes',
  },
  'identity.api_key_made': { label: 'API key made', phrase: 'made an API key' },
  'identity.api_key_replaced': { label: 'API key replaced', phrase: 'replaced the API key' },
  'identity.waitlist_admitted': {
    label: 'Let in from the waiting list',
    phrase: 'let {} in from the waiting list',
  },
  'identity.waitlist_declined': {
    label: 'Declined on the waiting list',
    phrase: 'declined {} on the waiting list',
  },
  'tenancy.tenant_created': { label: 'Company founded', phrase: 'founded the company' },
  'tenancy.tenant_closing': { label: 'Company deleted', phrase: 'began to delete the company' },
  'tenancy.tenant_disabled': { label: 'Company disabled', phrase: 'disabled the company' },
  'tenancy.tenant_enabled': { label: 'Company enabled', phrase: 'enabled the company again' },
  'access.given': { label: 'Access given', phrase: 'gave access to {}' },
  'access.invited': { label: 'Invited with access', phrase: 'invited somebody to {}' },
  'access.removed': { label: 'Access taken back', phrase: 'took access back from {}' },
  'access.updated': { label: 'Access list set', phrase: 'set who has access to {}' },
  'apps.created': { label: 'App created', phrase: 'created the app {}' },
  'apps.updated': { label: 'App changed', phrase: 'changed the app {}' },
  'apps.removed': { label: 'App deleted', phrase: 'deleted the app {}' },
  'knowledge.created': { label: 'Knowledge base created', phrase: 'created the knowledge base {}' },
  'knowledge.updated': { label: 'Knowledge base changed', phrase: 'changed the knowledge base {}' },
  'knowledge.deleted': { label: 'Knowledge base deleted', phrase: 'deleted the knowledge base {}' },
  'knowledge.import_added': { label: 'Document added', phrase: 'added the document {}' },
  'knowledge.import_unchanged': {
    label: 'Document sent again',
    phrase: 'sent the document {} again, unchanged',
  },
  'knowledge.import_retried': { label: 'Document tried again', phrase: 'had the document {} read again' },
  'knowledge.import_cancelled': { label: 'Document stopped', phrase: 'stopped the reading of {}' },
  'knowledge.import_removed': { label: 'Document deleted', phrase: 'deleted the document {}' },
  'models.provider_created': { label: 'Provider added', phrase: 'added the model provider {}' },
  'models.provider_updated': { label: 'Provider changed', phrase: 'changed the model provider {}' },
  'models.provider_removed': { label: 'Provider deleted', phrase: 'deleted the model provider {}' },
  'models.default_changed': { label: 'Default model chosen', phrase: 'chose {} as a default model' },
  'storage.items_removed': { label: 'Storage freed', phrase: 'deleted files to free storage' },
  'audit.exported': { label: 'Audit log exported', phrase: 'exported the audit log' },
};
