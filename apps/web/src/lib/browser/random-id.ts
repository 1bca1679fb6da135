/** Returns 128 random bits as 32 hex digits. `crypto.randomUUID` does not exist on a page that was loaded over plain HTTP. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
