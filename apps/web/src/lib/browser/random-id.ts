/** 128 random bits as 32 hex digits. `crypto.randomUUID` is missing where the page came over plain http. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
