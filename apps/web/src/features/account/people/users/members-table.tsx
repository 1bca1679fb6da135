import { type Member, MemberRole } from '@atelier/contracts/account/people/people';
import { IconLink, IconMailForward, IconTrash, IconUserCog } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { useResendInvitation, useUpdateMember } from '../api.ts';
import { roleChoices } from '../model/role-words.ts';
import { LinkDialog } from './link-dialog.tsx';
import { memberColumns } from './member-cells.tsx';
import { RemoveDialog, RevokeDialog } from './remove-dialogs.tsx';

const Change = z.object({ role: MemberRole });

/** Changes the role of a member. The new role applies from their next request on. */
const RoleDialog = ({ member, onClose }: { member: Member; onClose: () => void }) => {
  const update = useUpdateMember();
  const form = useZodForm(Change, {
    defaultValues: { role: MemberRole.safeParse(member.role).data ?? 'USER' },
    onSubmit: async (body) => {
      await update.mutateAsync({ params: { userId: member.id }, body });
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      size="lg"
      title={`Change the role of ${member.name ?? member.email}`}
      description="The new role counts at once, also where they are signed in."
      onClose={onClose}
      form={form}
      submitLabel="Save"
    >
      <ChoiceCards label="Role" choices={roleChoices} {...form.bind('role')} />
    </FormDialog>
  );
};

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
