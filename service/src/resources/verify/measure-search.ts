// How the service measures a search of an index. Benchmarks and tests leave it out.

export type MeasureSearch = <Result>(search: () => Promise<Result>) => Promise<Result>;

export const unmeasured: MeasureSearch = (search) => search();
