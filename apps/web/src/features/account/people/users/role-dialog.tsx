import { type Member, MemberRole } from '@atelier/contracts/account/people/people';
import { z } from 'zod';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useUpdateMember } from '../api.ts';
import { roleChoices } from '../model/role-words.ts';

const Change = z.object({ role: MemberRole });

/** Changes the role of a member. The new role applies from their next request on. */
export const RoleDialog = ({ member, onClose }: { member: Member; onClose: () => void }) => {
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
