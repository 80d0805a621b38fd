// The public entry of the engine: everything the service may use, and nothing else.
export {};
