import { account, maxPictureBytes } from '@atelier/contracts/account/identity/account';
import { Button } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { useSession, useUser } from '../../../../lib/account/session.ts';
import { useWrite } from '../../../../lib/query.ts';
import { upload } from '../../../../lib/server/upload.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import classes from './account.module.css';

const types = ['image/png', 'image/jpeg', 'image/webp'];
const refusal = account.errors['account.picture_refused'].message;

const toInitials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

const usePicture = () => {
  const { refresh } = useSession();
  const [isBusy, setBusy] = useState(false);
  const remove = useWrite(account.endpoints.removePicture, {
    toastFailure: true,
    success: 'Picture removed',
    onSuccess: () => void refresh(),
  });
  const send = async (file: File) => {
    if (!types.includes(file.type) || file.size > maxPictureBytes) {
      toastError(refusal);
      return;
    }
    const form = new FormData();
    form.append('file', file);
    setBusy(true);
    try {
      await upload(account.endpoints.setPicture, form);
      await refresh();
      toastSuccess('Picture saved');
    } catch (error) {
      toastError(describeError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { send, remove, isBusy: isBusy || remove.isPending };
};

/** Shows the user's picture and lets them choose or remove it. */
export const PictureField = () => {
  const { name, profilePicture } = useUser();
  const input = useRef<HTMLInputElement>(null);
  const { send, remove, isBusy } = usePicture();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (file) void send(file);
  };
  return (
    <div className="flex flex-wrap align-center gap-4">
      <span className={`tile accent-soft bold overflow-hidden title-sm ${classes.avatar}`}>
        {profilePicture === null ? (
          <span aria-hidden="true">{toInitials(name)}</span>
        ) : (
          <img src={profilePicture} alt="Your profile" />
        )}
      </span>
      <div>
        <div className="wrap-2">
          <Button variant="default" loading={isBusy} onClick={() => input.current?.click()}>
            {profilePicture === null ? 'Upload a picture' : 'Change picture'}
          </Button>
          {profilePicture === null ? null : (
            <Button variant="subtle" disabled={isBusy} onClick={() => remove.mutate({})}>
              Remove
            </Button>
          )}
        </div>
        <p className="muted small margin-top-2">PNG, JPEG or WebP, at most 1 MB.</p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join(',')}
        aria-label="Profile picture"
        onChange={choose}
      />
    </div>
  );
};
