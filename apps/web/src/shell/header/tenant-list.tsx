import type { TenantOfUser } from '@atelier/contracts/account/people/people';
import { Menu } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../lib/account/session.ts';
import { useTenants } from '../../lib/account/tenants.ts';
import { useSwitchTenant } from '../session/use-switch-tenant.ts';
import classes from './header.module.css';
import { roleNames, sortTenants } from './sort-tenants.ts';

const searchFrom = 7;

const TenantItem = ({ tenant }: { tenant: TenantOfUser }) => {
  const isDisabled = tenant.status === 'DISABLED';
  return (
    <Menu.RadioItem
      value={tenant.tenantId}
      disabled={isDisabled}
      checkIcon={<IconCheck size={14} />}
      closeMenuOnClick
    >
      <span className="break-anywhere block">{tenant.tenantName}</span>
      <small className="faint tiny block">
        {isDisabled ? 'Disabled. Ask its owner or support.' : roleNames[tenant.role]}
      </small>
    </Menu.RadioItem>
  );
};

/** The tenants to switch to, the user's own first. Closed ones are visible but cannot be chosen (HEADER-22, TENANT-06). */
export const TenantList = () => {
  const { tenantId } = useUser();
  const tenants = useTenants();
  const { switchTo } = useSwitchTenant();
  const [search, setSearch] = useState('');
  if (tenants === undefined) return null;
  const shown = sortTenants(tenants, search);
  return (
    <>
      <Menu.Label>Companies</Menu.Label>
      {tenants.length >= searchFrom ? (
        <Menu.Search
          size="xs"
          aria-label="Search companies"
          placeholder="Search companies"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.tenants}>
        <Menu.RadioGroup value={tenantId} onChange={switchTo}>
          {shown.map((tenant) => (
            <TenantItem key={tenant.tenantId} tenant={tenant} />
          ))}
        </Menu.RadioGroup>
        {shown.length === 0 ? <p className="note pad-2">No company has this name.</p> : null}
      </div>
    </>
  );
};
