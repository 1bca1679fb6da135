import { people } from '@atelier/contracts/people';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { toastSuccess } from '../../../ui/toasts.tsx';

/** Accepts the invitation and goes on in its company. */
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
