// Case of letters in Unicode, as numbers in base 36. Made by scripts/build-unicode-case.mjs; change
// that, and make this again.

export const UNICODE_VERSION = '17.0'

/** Gap from the last start, count, step, move. */
export const UPPER_RUNS = `
2p q 1 -w 2c 1 2 kn 17 n 1 -w o 7 1 -w 7 1 2 3d 2 o 2 -1 1c 1 2 -6g 2 3 2 -1 7 8 2 -1 h n 2
-1 1b 3 2 -1 5 1 2 -8c 1 1 2 5f 3 2 2 -1 5 1 2 -1 4 1 2 -1 6 1 2 -1 3 1 2 2p 4 1 2 -1 1 1 2
4j 1 1 2 wu9 3 1 2 3m 3 3 2 -1 7 1 2 -1 5 1 2 -1 3 1 2 -1 4 2 2 -1 5 1 2 -1 4 1 2 -1 2 1 2
1k 6 1 2 -1 1 1 2 -2 2 1 2 -1 1 1 2 -2 2 1 2 -1 1 1 2 -2 2 8 2 -1 f 1 2 -27 2 9 2 -1 j 1 2
-1 1 1 2 -2 2 1 2 -1 4 k 2 -1 16 9 2 -1 p 1 2 -1 3 2 1 8cf 3 1 2 -1 5 5 2 -1 9 1 2 8bj 1 1 2
8bg 1 1 2 8bi 1 1 2 -5u 1 1 2 -5q 2 2 1 -5p 3 1 2 -5m 2 1 2 -5n 1 1 2 wnj 4 1 2 -5p 1 1 2
wnf 2 1 2 -5r 1 1 2 wo7 1 1 2 wmg 1 1 2 wn8 2 1 2 -5t 1 1 2 -5v 1 1 2 wn8 1 1 2 8af 1 1 2
wn5 3 1 2 -5v 2 1 2 8al 1 1 2 -5x 3 1 2 -5y 8 1 2 89z 3 1 2 -62 2 1 2 wn7 1 1 2 -62 4 1 2
wmi 1 1 2 -62 1 1 2 -1x 1 2 1 -61 2 1 2 -1z 6 1 2 -63 b 1 2 wlx 1 1 2 wlu 4n 1 2 2c 18 2 2
-1 6 1 2 -1 4 3 1 3m 1d 1 2 -12 1 3 1 -11 4 h 1 -w h 1 2 -v 1 9 1 -w 9 1 2 -1s 1 2 1 -1r 3 1
2 -1q 1 1 2 -1l 4 1 2 -1b 1 1 2 -1i 1 1 2 -8 2 c 2 -1 n 1 2 -2e 1 1 2 -28 1 1 2 7 1 1 2 -38
2 1 2 -2o 3 1 2 -1 3 1 2 -1 1h w 1 -w w g 1 -28 h h 2 -1 16 r 2 -1 1j 7 2 -1 d 1 2 -f 2 1c 2
-1 40 12 1 -1c 29b 17 1 2bk 19 3 1 2bk l7 6 1 -8 1oo 1 2 -4tq 1 1 2 -4tp 1 1 2 -4tg 1 2 1
-4te 2 1 2 -4tf 1 1 2 -4t8 1 1 2 -4rp 1 1 2 r7m 2 1 2 -1 6n 1 2 r9g 4 1 2 2xy h 1 2 raw 37
23 2 -1 4a 1 2 -1n 6 1c 2 -1 2n 8 1 8 g 6 1 8 g 8 1 8 g 8 1 8 g 6 1 8 h 4 2 8 f 8 1 8 g 2 1
22 2 4 1 2e 4 2 1 2s 2 2 1 3k 2 2 1 34 2 2 1 3i 1g 2 1 8 e 1 2 -5k5 i 2 1 8 g 2 1 8 5 1 2 7
a1 1 2 -s y g 1 -g k 1 2 -1 ng q 1 -q 1gg 1c 1 -1c 1d 1 2 -1 4 1 2 -8bv 1 1 2 -8bs 2 3 2 -1
b 1 2 -1 3 1 2 -1 b 1e 2 -1 2z 2 2 -1 7 1 2 -1 d 12 1 -5ls 13 1 2 -5ls 6 1 2 -5ls nx0 n 2 -1
1s e 2 -1 4i 7 2 -1 g v 2 -1 1z 2 2 -1 5 5 2 -1 d 1 2 -1 5 2 2 -1 3 1 2 1c 3 a 2 -1 u 8 2 -1
j 2 2 -1 5 8 2 -1 15 1 2 -1 nx 1 2 -ps t 28 1 -tzk gk1 q 1 -w yv 14 1 -14 4w 10 1 -14 5b b 1
-13 c f 1 -13 g 7 1 -13 8 2 1 -13 1dx 1f 1 -1s 4w m 1 -w 28g w 1 -w gww w 1 -w 2j p 1 -r o6f
y 1 -y
`

/** Code point, how many it becomes, each of them. */
export const UPPER_SEVERAL = `
67 2 2b 2b 95 2 jg 26 ds 2 22 lo pc 3 pl lk ld q8 3 px lk ld 13b 2 111 11u 61i 2 20 mp 61j 2
2c lk 61k 2 2f lm 61l 2 2h lm 61m 2 1t ji 66o 2 px lv 66q 3 px lv lc 66s 3 px lv ld 66u 3 px
lv n6 680 2 64o pl 681 2 64p pl 682 2 64q pl 683 2 64r pl 684 2 64s pl 685 2 64t pl 686 2
64u pl 687 2 64v pl 688 2 64o pl 689 2 64p pl 68a 2 64q pl 68b 2 64r pl 68c 2 64s pl 68d 2
64t pl 68e 2 64u pl 68f 2 64v pl 68g 2 65k pl 68h 2 65l pl 68i 2 65m pl 68j 2 65n pl 68k 2
65o pl 68l 2 65p pl 68m 2 65q pl 68n 2 65r pl 68o 2 65k pl 68p 2 65l pl 68q 2 65m pl 68r 2
65n pl 68s 2 65o pl 68t 2 65p pl 68u 2 65q pl 68v 2 65r pl 68w 2 67c pl 68x 2 67d pl 68y 2
67e pl 68z 2 67f pl 690 2 67g pl 691 2 67h pl 692 2 67i pl 693 2 67j pl 694 2 67c pl 695 2
67d pl 696 2 67e pl 697 2 67f pl 698 2 67g pl 699 2 67h pl 69a 2 67i pl 69b 2 67j pl 69e 2
69m pl 69f 2 pd pl 69g 2 p2 pl 69i 2 pd n6 69j 3 pd n6 pl 69o 2 pd pl 69u 2 6a2 pl 69v 2 pj
pl 69w 2 p5 pl 69y 2 pj n6 69z 3 pj n6 pl 6a4 2 pj pl 6aa 3 pl lk lc 6ab 3 pl lk ld 6ae 2 pl
n6 6af 3 pl lk n6 6aq 3 px lk lc 6ar 3 px lk ld 6as 2 pt lv 6au 2 px n6 6av 3 px lk n6 6b6 2
6be pl 6b7 2 q1 pl 6b8 2 pb pl 6ba 2 q1 n6 6bb 3 q1 n6 pl 6bg 2 q1 pl 1dkw 2 1y 1y 1dkx 2 1y
21 1dky 2 1y 24 1dkz 3 1y 1y 21 1dl0 3 1y 1y 24 1dl1 2 2b 2c 1dl2 2 2b 2c 1dlf 2 11g 11i
1dlg 2 11g 111 1dlh 2 11g 117 1dli 2 11q 11i 1dlj 2 11g 119
`

/** As for capitals. */
export const LOWER_RUNS = `
1t q 1 w 3j n 1 w o 7 1 w 14 o 2 1 1e 3 2 1 7 8 2 1 h n 2 1 1a 1 2 -3d 1 3 2 1 8 1 2 5u 1 2
2 1 4 1 2 5q 1 1 2 1 2 2 1 5p 2 1 2 1 3 1 2 27 1 1 2 5m 1 1 2 5n 1 1 2 1 2 1 2 5p 1 1 2 5r 2
1 2 5v 1 1 2 5t 1 1 2 1 4 1 2 5v 1 1 2 5x 2 1 2 5y 1 3 2 1 6 1 2 62 1 1 2 1 2 1 2 62 3 1 2 1
2 1 2 62 1 1 2 1 2 2 1 61 2 2 2 1 4 1 2 63 1 1 2 1 4 1 2 1 8 1 2 2 1 1 2 1 2 1 2 2 1 1 2 1 2
1 2 2 1 9 2 1 j 9 2 1 j 1 2 2 1 2 2 1 4 1 2 -2p 1 1 2 -1k 1 k 2 1 14 1 2 -3m 2 9 2 1 o 1 2
8bv 1 1 2 1 2 1 2 -4j 1 1 2 8bs 3 1 2 1 2 1 2 -5f 1 1 2 1x 1 1 2 1z 1 5 2 1 8a 2 2 1 6 1 2 1
9 1 2 38 7 1 2 12 2 3 1 11 4 1 2 1s 2 2 1 1r 3 h 1 w i 9 1 w 18 1 2 8 9 c 2 1 s 1 2 -1o 3 1
2 1 2 1 2 -7 1 1 2 1 3 3 1 -3m 3 g 1 28 g w 1 w 28 h 2 1 16 r 2 1 1i 1 2 f 1 7 2 1 f 1c 2 1
2p 12 1 1c 29b 12 1 5ls 13 1 2 5ls 6 1 2 5ls k3 28 1 tzk 28 6 1 8 1p5 1 2 1 7 17 1 -2bk 19 3
1 -2bk 8z 23 2 1 4e 1 2 -5vj 2 1c 2 1 2w 8 1 -8 g 6 1 -8 g 8 1 -8 g 8 1 -8 g 6 1 -8 h 4 2 -8
f 8 1 -8 w 8 1 -8 g 8 1 -8 g 8 1 -8 g 2 1 -8 2 2 1 -22 2 1 2 -9 c 4 1 -2e 4 1 2 -9 c 2 1 -8
2 2 1 -2s e 2 1 -8 2 2 1 -34 2 1 2 -7 c 2 1 -3k 2 2 1 -3i 2 1 2 -9 8a 1 2 -5st 4 1 2 -6gv 1
1 2 -6di 7 1 2 s 1a g 1 g z 1 2 1 mr q 1 q 1fu 1c 1 1c 2o 1 2 1 2 1 2 -8af 1 1 2 -2xy 1 1 2
-89z 3 3 2 1 6 1 2 -8bg 1 1 2 -8al 1 1 2 -8bj 1 1 2 -8bi 2 1 2 1 3 1 2 1 9 2 1 -8cf 2 1e 2 1
2z 2 2 1 7 1 2 1 nym n 2 1 1s e 2 1 4i 7 2 1 g v 2 1 1z 2 2 1 4 1 2 -r9g 1 5 2 1 d 1 2 1 2 1
2 -wmg 3 2 2 1 6 a 2 1 k 1 2 -wn8 1 1 2 -wnj 1 1 2 -wnf 1 1 2 -wn5 1 1 2 -wn8 2 1 2 -wlu 1 1
2 -wmi 1 1 2 -wlx 1 1 2 ps 1 8 2 1 g 1 2 -1c 1 1 2 -wn7 1 1 2 -raw 1 2 2 1 4 1 2 -wo7 1 8 2
1 g 1 2 -wu9 p 1 2 1 h7w q 1 w yn 14 1 14 4w 10 1 14 5c b 1 13 c f 1 13 g 7 1 13 8 2 1 13
1d8 1f 1 1s 5s m 1 w 28g w 1 w gww w 1 w 2o p 1 r o68 y 1 y
`

/** As for capitals. */
export const LOWER_SEVERAL = `
8g 2 2x lj
`

/** Code point, what it folds to. */
export const FOLD_EXCEPTIONS = `
8h 8h 6ab pc 6ar q8 1dl2 1dl1
`

/** Letters and marks: gap from the last end, count. */
export const LETTER_RUNS = `
1t q 7 q 1c 1 b 1 5 1 6 n 2 v 2 cq 5 c f 5 8 1 2 1 i 39 2 2 3 4 2 1 7 1 2 3 2 1 2 k 2 2b 2
3v 2 4t 2 12 3 1 7 15 9 19 2 1 2 2 2 2 2 1 9 r 5 4 u b 6 1s f 2u 2 8 3 a 2 6 b 3 3 1 h 1n 3
2t p 18 5 1 3 1 3 1a j s 5 b 6 o 2 7 8 23 2 3l e j 2 8 3 2 3 m 2 7 2 1 4 4 3 9 3 2 3 4 9 1 5
2 2 5 d 2 b 1 2 1 3 3 2 6 5 2 3 m 2 7 2 2 2 2 2 2 3 1 2 5 5 2 3 3 4 1 8 4 2 1 i 6 c 3 2 9 2
3 2 m 2 7 2 2 2 5 3 a 2 3 2 3 3 1 g 4 m 7 2 3 2 8 3 2 3 m 2 7 2 2 2 5 3 9 3 2 3 3 8 3 5 2 2
5 e 1 h 2 2 6 4 3 2 4 4 2 2 1 2 2 4 2 4 3 4 c 5 5 4 3 2 4 3 1 7 1 15 d 2 3 2 n 2 g 3 9 2 3 2
4 8 2 2 3 2 2 3 4 t 4 2 8 2 3 2 n 2 a 2 5 3 9 2 3 2 4 8 2 6 3 2 4 e 3 d d 2 3 2 1f 2 3 2 5 6
4 8 5 n 6 2 3 2 i 4 o 2 9 2 1 3 7 4 1 5 6 2 1 2 8 j 2 e 1m 6 f 1f 2 2 1 2 5 2 o 2 1 2 n 3 5
2 1 2 7 e 4 x 1 o 2 s 1 2 1 2 1 5 a 2 10 5 k 2 i 2 10 a 1 1m 1s h 1s b 4 3 12 2 1 6 1 3 17 2
99 2 4 3 7 2 1 2 4 3 15 2 4 3 x 2 4 3 7 2 1 2 4 3 f 2 1l 2 4 3 1v 3 3 x g h 2e 3 6 4 h8 3 h
2 q 6 23 7 8 8 m a m c k d d 2 3 2 2 d 2c 4 1 5 2 1a 3 2 1 h 2h 8 17 6 1y b v 2 c 5 c l u 3
5 c 18 5 q 1j s 5 1r 2 t 3 1 14 1 9 1a 3 c l 25 v 9 d 1c b 1m d 1k m 3 b 10 3 b 6 17 3 3 h 3
2 13 6 eu 3 6 3 12 3 6 3 8 2 1 2 1 2 1 2 v 3 1h 2 7 2 1 4 3 2 7 4 4 3 6 5 d 6 3 2 7 39 1 e 1
h d 1g x i 1 5 1 3 a 2 1 4 5 7 1 2 1 2 1 2 4 2 b 3 4 6 5 5 1 1h 2 22k 6d 7 9 d 12 2 1 6 1 3
1k 8 1 g o a 7 2 7 2 7 2 7 2 7 2 7 2 7 2 7 2 w 1c 1 d2 2 10 6 2 5 6 2 5 2e 3 2 3 3 2 2i 2 4
6 17 2 2m i w 1d g e9 534 1t h3h 1w 1a 3 7h 4 g b 2 l 1f 2 a 2 2v b 2 12 9 3 2v 3 2a l 1j 5
1 k 1g d 1y r o 4 1 2 3 b 10 3 10 d t 4 1t f 1 h g b 5 2 1j a e j n 4 21 p 3 3 g 3 5 b 6 3 6
3 6 a 7 2 7 2 17 2 e 7 3f 2 2 j 8mc d n 5 1d 6it a6 3 2y 13 7 d 5 6 c 2 d 2 5 2 1 2 2 2 2 2
30 y a3 j 1s 3 1i 15 c 5 g h g 1t 5 2 3r 11 q 7 q c 2h 4 6 3 6 3 6 3 3 10 c 2 q 2 j 2 2 2 f
3 e z 3f 77 1 3n t 4 1d g 1 w w e k 2 8 7 17 6 u 3 10 5 8 1d 4e j 10 5 10 5 14 9 1g d b 2 f
2 7 2 2 2 b 2 f 2 7 2 2 4 1g d 8n a m b 8 p 6 2 16 2 9 1y 6 3 1 2 18 2 2 4 1 3 n b n a v 1u
j 2 2 b m b q 7 q 13 1k 7 2 1t 4 2 2 6 8 2 3 2 t 3 3 5 1 x t 4 t 10 8 2 u q 1i b m b j e i
33 21 1k 1f e 1f e 14 z s 4 5 2 n 6z 16 2 2 4 2 h 6 1f z b 1 9 x w m 17 l s n a 1z 16 6 a 1o
8 1 e p o 1h g 4 9 10 3 1 a 1x 5 4 2 2 b 1 2 1 10 i 2 11 7 4 1r 7 2 1 2 4 2 f 2 a 8 1n m 4 2
8 3 2 3 m 2 7 2 2 2 5 2 a 3 2 3 3 3 1 7 1 6 7 3 7 4 5 c a 2 1 3 1 2 12 2 a 2 1 3 1 2 4 2 8 e
2 u 23 k 4 v 1y 2 1 55 1i 3 9 o 6 z 1t 4 1 1o 1l 20 r 3 f l 7 56 1n 2u 1s w 8 3 1 3 8 2 2 2
u 2 2 3 9 2l 8 3 1a 3 8 2 2 s 1r 9 1 9 22 4 1 j 21 2w 8 2h x w 9 2 19 2 9 1e u 3 m 2 e 22 7
2 2 2 18 4 1 2 2 2 9 p 6 2 2 2 11 2 2 2 6 o 18 79 n a h 2 15 4 5 o 1 2e 1 28 pm 6f 5g 219 2p
g ts h m b 32z 6 g7 5a2 1c 1ch ft 8 v i 27 i u 3 5 c 1j a 4 w l 6 j c1 19 5w 1s x p 3 p 19
23 5 1l 8 h 1t 2 2 2 c 4 d 5p2 16 w 2q 37 6pq 4 2 7 2 2 2 83 g 1 u 3 3 1 f 4 9 b0 1s5 2z 6 d
4 9 8 a 4 2 3mq 1a 3 n f3 5 4 6 9 8 3 7 v 4 45 3 cc 2d 2 1z 2 2 3 1 3 2 3 4 2 c 2 1 2 7 2 1t
2 4 3 8 2 7 2 s 2 4 2 5 2 1 4 7 2 9g 3 p 2 p 2 v 2 p 2 v 2 p 2 v 2 p 2 v 2 p 2 8 fp 1j 5 1e
9 1 f 1 n 5 2 f up v 7 6 5y 7 2 h 3 7 2 2 2 5 6 1q y 1 35 19 4 e h 1 8y v i 1c dd w 69 x 5s
v 2 m 9 2 69 7 2 4 2 2 2 f 2 5h c 7 16 24 xh 4 2 r 2 2 2 1 3 1 2 a 2 4 2 1 2 1 7 1 5 1 2 1 2
1 2 3 2 2 2 1 3 1 2 1 2 1 2 1 2 1 2 2 2 1 3 4 2 7 2 4 2 4 2 1 2 a 2 h 6 3 2 5 2 h 3et wyo x
3dq 3 4ge 3 5rl g ha 1wj f2 15v 3t7 6 6ju f62v 6o
`
