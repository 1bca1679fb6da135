import { people } from '@atelier/contracts/account/people/people';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../../lib/account/session.ts';
import { useWrite } from '../../../../lib/query.ts';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';

/** Accepts the invitation and switches to its tenant. */
export const useAccept = () => {
  const { begin } = useSession();
  const navigate = useNavigate();
  return useWrite(people.endpoints.acceptInvitation, {
    onSuccess: ({ user }) => {
      begin(user);
      toastSuccess(`Welcome to ${user.companyName}.`);
      void navigate({ to: '/', replace: true });
    },
  });
};
