import { appLook, imageTypes, maxImageBytes } from '@atelier/contracts/assistants/apps/look';
import { Button } from '@mantine/core';
import { type ChangeEvent, useRef } from 'react';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import { useSetImage } from '../api.ts';
import type { AppFormProps } from './app-form-props.ts';
import classes from './fields.module.css';

interface ImageFieldProps extends AppFormProps {
  name: 'botIconId' | 'botLogoId';
  label: string;
  description: string;
}

const endpointOf = { botIconId: appLook.endpoints.setIcon, botLogoId: appLook.endpoints.setLogo };
const refusal = appLook.errors['apps.image_refused'].message;

/** Uploads the icon or the logo of a stored app at once, and removes it when the form is saved. */
export const ImageField = ({ form, app, name, label, description }: ImageFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const image = useSetImage(endpointOf[name]);
  const { value, onChange } = form.bind(name);
  if (!app) return null;
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    if (!imageTypes.includes(file.type) || file.size > maxImageBytes) {
      toastError(refusal);
      return;
    }
    const saved = await image.send(app.appId, file);
    form.form.register(name);
    // The picture is stored already, so it is no unsaved change of the form.
    if (saved) form.form.resetField(name, { defaultValue: saved[name] });
  };
  const address =
    value === null || value === undefined ? null : `/api/content/chatbot/${app.appId}/images/${value}`;
  return (
    <div className={`beside-3 flex-start ${classes.image}`} role="group" aria-label={label}>
      <span className={`tile box sunken overflow-hidden ${classes.picture}`}>
        {address === null ? null : <img src={address} alt={label} />}
      </span>
      <div>
        <strong>{label}</strong>
        <p className="muted tiny below-2">{description} PNG, JPEG or WebP, at most 1 MB.</p>
        <div className="wrap-2">
          <Button size="xs" variant="default" loading={image.isBusy} onClick={() => input.current?.click()}>
            {address === null ? 'Upload' : 'Change'} {label.toLowerCase()}
          </Button>
          {address === null ? null : (
            <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
              Remove {label.toLowerCase()}
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={imageTypes.join(',')}
        aria-label={label}
        onChange={(event) => void choose(event)}
      />
    </div>
  );
};
