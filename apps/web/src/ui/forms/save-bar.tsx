import { Button } from '@mantine/core';
import classes from './save-bar.module.css';

interface SaveBarProps {
  form: { isDirty: boolean; isSubmitting: boolean; reset: () => void };
}

/** The bar with the save button. It stays in view while there are unsaved changes. */
export const SaveBar = ({ form }: SaveBarProps) => {
  if (!form.isDirty) return null;
  return (
    <div className={`row-2 rounded-lg sticky ${classes.bar}`} role="region" aria-label="Unsaved changes">
      <span>You have unsaved changes.</span>
      <Button variant="subtle" color="gray" onClick={() => form.reset()} disabled={form.isSubmitting}>
        Discard
      </Button>
      <Button type="submit" loading={form.isSubmitting}>
        Save
      </Button>
    </div>
  );
};
