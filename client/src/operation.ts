// The input and output types of an operation, from the generated types.
import type { Operations } from './generated/operations.ts';

export type OperationName = keyof Operations;
export type Body<Name extends OperationName> = Operations[Name]['body'];
export type Query<Name extends OperationName> = Operations[Name]['query'];
export type Answer<Name extends OperationName> = Operations[Name]['answer'];

type Given<Field extends string, Value> = undefined extends Value
  ? { readonly [Key in Field]?: Value }
  : { readonly [Key in Field]: Value };

export type Input<Name extends OperationName> = Given<'path', Operations[Name]['path']> &
  Given<'body', Body<Name>> & { readonly query?: Query<Name>; readonly headers?: Readonly<Record<string, string>> };
