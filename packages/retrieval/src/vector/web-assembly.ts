/** The part of the WebAssembly interface that is used here. Node's types do not describe it. */
export type WasmMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number };

type WebAssemblyInterface = {
  Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (
    module: object,
    imports: { env: { memory: WasmMemory } },
  ) => { exports: Record<string, unknown> };
};

function readGlobal(): WebAssemblyInterface {
  return (globalThis as unknown as { WebAssembly: WebAssemblyInterface }).WebAssembly;
}

export const webAssembly = readGlobal();
