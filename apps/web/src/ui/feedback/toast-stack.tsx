import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';

export const ToastStack = () => {
  // On a phone, buttons are at the bottom.
  const isPhone = useMediaQuery('(max-width: 48em)');
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-right'}
      limit={4}
      containerWidth={380}
      zIndex={500}
    />
  );
};
