import { spotlight } from '@mantine/spotlight';

/** Opens the palette, once its code is there; apart, so that a button for it does not load it. */
export const openCommandPalette = (): void => spotlight.open();
