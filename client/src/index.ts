// The public entry of the client.
export {};
