// The kind of a parameter, by its name. Excel's names are used alike by hundreds of functions, so the
// convention is stated once here; a row that deviates states its own.

import type { ArgumentKind } from './signature.ts'

const words: Partial<Record<ArgumentKind, string>> = {
  any: `argument criteria criteria1 default_or_value2 error_val expression field friendly_name if_empty
    if_missing if_not_found lookup_value lower pad_with result1 result2 upper value
    value_if_error value_if_false value_if_na value_if_true value_if_true1 weekend`,
  array: `actual_range array array1 array2 array_x array_y average_range bins_array by_array1
    coefficients col_delimiter col_num1 criteria_range1 data data_all data_array data_subset database
    dates delimiter expected_range features holidays include initial_value inumber1 keys known_xs
    known_ys lambda_or_array2 logical1 lookup_array lookup_vector max_range min_range new_xs number1 prob_range range
    records reference1 result_vector return_array row_delimiter row_num1 schedule sort_index sort_order
    sum_range table table_array text1 value1 values vector weights x_range`,
  datetime: `date date_purchased datetime end_date first_coupon first_interest first_period issue
    last_interest maturity serial_number settlement start_date`,
  duration: 'duration',
  lambda: 'lambda',
  logical: `a1_style by_col calc_method const cumulative exactly_once ignore_empty logical logical_test
    logical_test1 lower_inclusive method no_commas no_switch range_lookup scan_by_column stats
    upper_inclusive whole_number`,
  number: `a abs_num alpha angle b base basis beta bottom case_sensitivity col_index_num cols column_num
    columns cost coupon day days decimal_dollar decimals deg_freedom deg_freedom1 deg_freedom2 denominator
    dimension discount divisor effect_rate end_period factor finance_rate form format fraction
    fractional_dollar frequency function_num fv guess height highest hour i_num ignore indent index_num
    instance_num investment k length life lower_limit lowest m match_end match_mode match_type max mean min
    min_length minute mode month months multiple n nominal_rate nper npery num_chars num_digits number
    number_chosen number_f number_pop number_s number_s2 number_sample number_times numerator occurrence
    options order par per percent period places pmt population_s power pr principal probability
    probability_s pv quart radix rate real_num redemption reinvest_rate return_mode return_type
    row_index_num row_num rows salvage sample_s search_mode second shift_amount sigma significance size
    sort_order1 standard_dev start start_num start_period step tails top trials trim_cols trim_rows type
    upper_limit width window wrap_count x x_num y y_num year yld z`,
  object: 'change object object1',
  reference: 'first_reference last_reference reference',
  text: `date_text decimal_separator find_text format_text from_unit group_separator info_type inumber
    link_location new_text old_text pad part path pattern prompt query quote ref_text replacement
    sheet_text suffix text time_text to_unit unit url within_text zone`,
}

const kinds = new Map<string, ArgumentKind>()
for (const [kind, names] of Object.entries(words))
  for (const name of names.split(/\s+/)) kinds.set(name, kind as ArgumentKind)

/** The kind that a name stands for. A name that is not listed is a slip in the catalogue. */
export function kindOfName(name: string): ArgumentKind {
  const kind = kinds.get(name)
  if (kind === undefined)
    throw new Error(`A parameter ${name} has no kind: list it, or say it in the row`)
  return kind
}
