"""One sort of very many numbers, on two processors where there are two."""

from concurrent.futures import ThreadPoolExecutor

from numpy.typing import NDArray

MANY = 200_000  # fewer are sorted before another thread has begun


def sort_in_place(values: NDArray) -> None:
    """Rising. The smaller half and the greater half are sorted side by side: numpy lets go of
    the interpreter meanwhile, and parting them costs a tenth of sorting them."""
    if values.size < MANY:
        values.sort()
        return
    middle = values.size // 2
    values.partition(middle)
    with ThreadPoolExecutor(1) as other:
        upper = other.submit(values[middle:].sort)
        values[:middle].sort()
        upper.result()
