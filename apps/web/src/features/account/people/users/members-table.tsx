import type { Member } from '@atelier/contracts/account/people/people';
import { IconLink, IconMailForward, IconTrash, IconUserCog } from '@tabler/icons-react';
import { useState } from 'react';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { useResendInvitation } from '../api.ts';
import { LinkDialog } from './link-dialog.tsx';
import { memberColumns } from './member-cells.tsx';
import { RemoveDialog, RevokeDialog } from './remove-dialogs.tsx';
import { RoleDialog } from './role-dialog.tsx';

const dialogs = { link: LinkDialog, role: RoleDialog, remove: RemoveDialog, revoke: RevokeDialog };

interface Opened {
  dialog: keyof typeof dialogs;
  member: Member;
}

const useActions = (open: (opened: Opened) => void) => {
  const { mutate: resend } = useResendInvitation();
  return (member: Member): MenuAction[] => {
    const { changeRole, remove, resend: mayResend, revoke, copyLink } = member.abilities;
    return [
      ...(changeRole
        ? [
            {
              label: 'Change role',
              icon: <IconUserCog size={16} />,
              onRun: () => open({ dialog: 'role', member }),
            },
          ]
        : []),
      ...(mayResend
        ? [
            {
              label: 'Send Again',
              icon: <IconMailForward size={16} />,
              onRun: () => resend({ params: { id: member.id } }),
            },
          ]
        : []),
      ...(copyLink
        ? [
            {
              label: 'Copy invitation link',
              icon: <IconLink size={16} />,
              onRun: () => open({ dialog: 'link', member }),
            },
          ]
        : []),
      ...(revoke
        ? [
            {
              label: 'Take back',
              icon: <IconTrash size={16} />,
              danger: true,
              onRun: () => open({ dialog: 'revoke', member }),
            },
          ]
        : []),
      ...(remove
        ? [
            {
              label: 'Remove',
              icon: <IconTrash size={16} />,
              danger: true,
              onRun: () => open({ dialog: 'remove', member }),
            },
          ]
        : []),
    ];
  };
};

type MembersTableProps = Required<
  Pick<DataTableProps<Member>, 'rows' | 'more' | 'sort' | 'search' | 'toolbar'>
>;

/** Members and open invitations in one table. */
export const MembersTable = (props: MembersTableProps) => {
  const [opened, setOpened] = useState<Opened>();
  const rowActions = useActions(setOpened);
  const Dialog = opened && dialogs[opened.dialog];
  return (
    <>
      <DataTable
        {...props}
        label="Users"
        columns={memberColumns}
        rowId={({ id }) => id}
        rowLabel={({ name, email }) => name ?? email}
        rowActions={rowActions}
      />
      {Dialog ? <Dialog member={opened.member} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
};
