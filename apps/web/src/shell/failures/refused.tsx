import { type Permission, Role, roleMay } from '@atelier/contracts/kernel/permissions';
import { useUser } from '../../lib/account/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { roleNames } from '../header/sort-tenants.ts';
import { landing } from '../landing.ts';

interface RefusedProps {
  /** The label of the screen in the menu. */
  label: string;
  permission: Permission;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Returns the roles that have a permission, for example "Owners, Admins, and Builders". */
const rolesWith = (permission: Permission): string =>
  list.format(Role.options.filter((role) => roleMay(role, permission)).map((role) => `${roleNames[role]}s`));

/** Shown when the user's role may not open a screen. Says which roles can, and offers a way on. */
export const Refused = ({ label, permission }: RefusedProps) => {
  const { role, tenantName } = useUser();
  return (
    <Page title={label}>
      <EmptyState
        title={`${rolesWith(permission)} can open this`}
        action={<TextLink to={landing}>Back to the start</TextLink>}
      >
        Your role in {tenantName} is {roleNames[role]}. Ask an owner or admin if you need to see it.
      </EmptyState>
    </Page>
  );
};
